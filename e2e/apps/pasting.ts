import type { Locator } from '@playwright/test';

/** Puts a text into the clipboard, as another program does, and pastes it where the focus is. */
export async function paste(field: Locator, text: string, html?: string): Promise<void> {
  const page = field.page();
  await page.evaluate(
    async ([plain, markup]) => {
      const of = (type: string, content = '') => ({ [type]: new Blob([content], { type }) });
      const item = {
        ...(plain && of('text/plain', plain)),
        ...(markup && of('text/html', markup)),
      };
      await navigator.clipboard.write([new ClipboardItem(item)]);
    },
    [text, html] as const,
  );
  await field.focus();
  await page.keyboard.press('ControlOrMeta+v');
}

const formats = ['Native advanced', 'Banner', 'Interstitial', 'App open', 'Rewarded'];
const counts = [4, 3, 3, 2, 3];

let made = 0;
/** Returns an ad unit that no app has. */
export const newUnit = (): string => {
  made += 1;
  const worker = String(process.env.TEST_WORKER_INDEX ?? 0).padStart(4, '0');
  return `ca-app-pub-8315520018462792/${worker}${String(made).padStart(6, '0')}`;
};

/**
 * Returns the 15 ad units of an app, as AdMob's page copies its list: with the texts of its buttons, in the order of the form.
 */
export function admobList() {
  const units = formats.flatMap((format, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, number) => ({
      id: newUnit(),
      format,
      name: `Place ${index}${number}`,
    })),
  );
  const text = units
    .map(({ name, id, format }) => `${name}\n${id}\ncontent_copy\n${format}\n2 active\nmore_vert`)
    .join('\n');
  return { ids: units.map(({ id }) => id), text: `Ad unit\nAd format\n${text}\nShow rows:\n30` };
}
