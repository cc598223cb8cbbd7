import { toastError } from '../toasts.ts';

/** Characters of a paste that no field of one line takes: the browser needs seconds to show them in it. */
export const hugePaste = 20_000;

/** Refuses a huge paste in the fields that do not refuse it themselves, such as searches in menus, and says so. */
export function refuseHugePastes(page: Document): void {
  page.addEventListener('paste', (event) => {
    const { target, clipboardData } = event;
    if (event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
    const { length } = clipboardData?.getData('text/plain') ?? '';
    if (length <= hugePaste) return;
    event.preventDefault();
    toastError(`The text has ${length.toLocaleString('en')} characters. Nothing was pasted`);
  });
}
