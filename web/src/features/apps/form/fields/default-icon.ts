import { fileUrl } from '../../../../lib/file-url.ts';
import url from './default-icon.png';

/** The image that is shown until an icon is chosen. */
export const defaultIconUrl = url;

/** An image as a file. Throws with this message when it does not load. */
async function imageFile(from: string, name: string, type: string, failure: string): Promise<File> {
  const response = await fetch(from).catch(() => null);
  if (!response?.ok) throw new Error(failure);
  return new File([await response.blob()], name, { type });
}

/** The PNG that is sent when an app is added with no icon chosen (spec, section 5). Throws when it does not load. */
export const defaultIconFile = (): Promise<File> =>
  imageFile(
    url,
    'default-icon.png',
    'image/png',
    'The default icon did not load; choose one or try again',
  );

/** The saved icon of an app, by its path, to be sent with a copy of the app. Throws when it does not load. */
export const savedIconFile = (path: string): Promise<File> =>
  imageFile(
    fileUrl(path),
    'icon.webp',
    'image/webp',
    'The icon of the other application did not load; choose one or try again',
  );
