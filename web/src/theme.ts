// Light, dark, or as the system has it.

type Theme = "auto" | "light" | "dark";
const NEXT: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const KEY = "ferz.theme";

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return value === "light" || value === "dark" ? value : "auto";
}

function apply(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The button that goes from one theme to the next. */
export function themeButton(): HTMLButtonElement {
  const button = document.createElement("button");
  const show = (theme: Theme) => {
    apply(theme);
    button.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
    button.title = `Theme: ${theme}`;
    button.setAttribute("aria-label", button.title);
  };
  button.className = "quiet";
  button.addEventListener("click", () => {
    const next = NEXT[stored()];
    localStorage.setItem(KEY, next);
    show(next);
    document.dispatchEvent(new CustomEvent("themechange"));
  });
  show(stored());
  return button;
}
