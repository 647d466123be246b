// Elements without a framework: `h("button", { onclick }, "Play")`.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, unknown>;

/** Makes an element. Functions become listeners, booleans attributes without a value. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...nodes(children));
  return element;
}

function set(element: HTMLElement, name: string, value: unknown): void {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") {
    element.addEventListener(name.replace(/^on/, ""), value as EventListener);
  } else if (name === "value" && "value" in element) {
    (element as HTMLInputElement).value = String(value);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

function nodes(children: (Child | Child[])[]): (Node | string)[] {
  return children
    .flat()
    .filter((child): child is Node | string | number => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** Puts other children into an element. */
export function fill(element: Element, ...children: (Child | Child[])[]): void {
  element.replaceChildren(...nodes(children));
}

/** A labelled control. */
export function field(label: string, control: HTMLElement, hint?: string): HTMLLabelElement {
  return h("label", { class: "field" }, h("span", {}, label), control, hint && h("small", {}, hint));
}

/** A drop-down of values with their texts. */
export function choice<T extends string>(
  options: readonly (readonly [T, string])[],
  chosen: T,
  onchange?: (value: T) => void,
): HTMLSelectElement {
  const select = h(
    "select",
    { onchange: () => onchange?.(select.value as T) },
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  return select;
}
