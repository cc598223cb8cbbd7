/*
 * The server describes this installation in <meta> elements that it writes into index.html. The values are behind
 * functions, because a test has no document when it imports this.
 */

import { basePath } from './base-path.ts';

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';
}

/** `COMPANY_NAME`: in the footer and beside the logo. */
export const companyName = (): string => meta('company-name') || 'Adwarden';

/** `PUBLIC_URL` without a slash at its end, else the origin of this page: the base of copied ads URLs. */
export const publicUrl = (): string =>
  (meta('public-url') || window.location.origin + basePath()).replace(/\/+$/, '');

/** `SHOW_PASSWORDS`: whether administrators can read owners' passwords. */
export const showPasswords = (): boolean => meta('show-passwords') !== 'off';

/**
 * A name of this installation: other installations at this address have another one. '' when the server could not read its database,
 * and in tests without a document.
 */
export const installation = (): string =>
  typeof document === 'undefined' ? '' : meta('installation');

/** `SHARE_TABS`: whether a new tab gets the session of another one. */
export const sharesTabs = (): boolean => meta('share-tabs') === 'on' && installation() !== '';

/** The product's version. */
export const productVersion = (): string => meta('version');

/** The commit that the product was made from; '' when it is not known. */
export const productCommit = (): string => meta('commit');
