/*
 * Covers the page while it is not known whether the session still exists: a tab that comes back must not show data of somebody who
 * has signed out meanwhile. Styles: theme/global.css.
 */

let cover: HTMLElement | null = null;
let focused: Element | null = null;

const others = () => [...document.body.children].filter((element) => element !== cover);

/** Covers the page with these words, and perhaps a button; what stands below cannot be reached. */
export function coverPage(words: string, button?: { text: string; onClick: () => void }): void {
  uncoverPage();
  focused = document.activeElement;
  cover = document.createElement('div');
  cover.id = 'cover';
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  said.textContent = words;
  cover.append(said);
  if (button) {
    const element = document.createElement('button');
    element.textContent = button.text;
    element.addEventListener('click', button.onClick);
    cover.append(element);
  }
  document.body.append(cover);
  for (const element of others()) element.toggleAttribute('inert', true);
}

export function uncoverPage(): void {
  if (!cover) return;
  for (const element of others()) element.removeAttribute('inert');
  cover.remove();
  cover = null;
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}
