import { getHotkeyHandler } from '@mantine/hooks';
import type { KeyboardEvent } from 'react';
import { appFormSections } from './app-form-sections.ts';

/** The inputs that one types or chooses in; the picker of the icon is a button. */
const inputs = 'input:not([type="file"], [type="hidden"]), select, textarea';

/** Scrolls to a section of the form, and gives its first input the focus, or else the section itself. */
export function jumpToSection(
  id: string,
  { toInput, behavior = 'auto' }: { toInput: boolean; behavior?: ScrollBehavior },
): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ behavior, block: 'start' });
  const first = toInput ? section?.querySelector<HTMLElement>(inputs) : null;
  (first ?? section)?.focus({ preventScroll: true });
}

function step(by: 1 | -1): void {
  const last = appFormSections.length - 1;
  const at = appFormSections.findIndex(({ id }) =>
    document.getElementById(id)?.contains(document.activeElement),
  );
  // From the header and the buttons of the form, go to the first section, or back to the last one.
  const to = at < 0 ? (by > 0 ? 0 : last) : Math.min(last, Math.max(0, at + by));
  const section = appFormSections[to];
  if (section) jumpToSection(section.id, { toInput: true });
}

/** A field with its label, buttons and messages. */
const wrapper = '.mantine-InputWrapper-root';

/** Focuses the next button of the field that has the focus, and after the last one the field itself. */
function toButtons(): void {
  const field = document.activeElement?.closest(wrapper);
  const stops = [
    ...(field?.querySelectorAll<HTMLElement>(`${inputs}, button:not([disabled])`) ?? []),
  ];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + 1) % stops.length]?.focus();
}

/**
 * Moves within the form by keys. Alt-Enter goes to the buttons of a field: Tab leaves them out, so that they do not stand
 * between the field and the next one.
 * Ctrl/⌘-Alt-Page Down and -Page Up in any field go to the next and the previous section of the form. No browser, system
 * or layout has another use for them; Alt with a digit types a character on a Mac, and chooses a tab on Linux.
 */
export function jumpByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented) return;
  getHotkeyHandler([
    ['alt+Enter', toButtons],
    ['mod+alt+PageUp', () => step(-1)],
    ['mod+alt+PageDown', () => step(1)],
  ])(event);
}
