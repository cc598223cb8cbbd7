import url from './default-icon.png';

/** The image that is shown until an icon is chosen. */
export const defaultIconUrl = url;

/** The PNG that is sent when an app is added with no icon chosen (spec, section 5). Throws when it does not load. */
export async function defaultIconFile(): Promise<File> {
  const failed = () => new Error('The default icon did not load; choose one or try again');
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw failed();
  return new File([await response.blob()], 'default-icon.png', { type: 'image/png' });
}
