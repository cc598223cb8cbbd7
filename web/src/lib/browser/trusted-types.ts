/*
 * The pages have the policy `require-trusted-types-for 'script'`: the browser takes no text where it could become HTML or a
 * script, unless a policy allows it. This one allows texts that cannot have elements: Mantine fills its style elements with them.
 * Import this file before any file that writes HTML. In browsers without trusted types it changes nothing.
 */

type Policy = { createHTML: (text: string) => unknown };
type Policies = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => Policy;
};

const policies =
  typeof window === 'undefined'
    ? undefined
    : (window as { trustedTypes?: Policies | undefined }).trustedTypes;

policies?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });

const guide = policies?.createPolicy('adwarden-guide', { createHTML: (text) => text });

/** Returns the HTML of the guide, which the build has made of a file of this repository, in the form that the browser takes. */
export const trustedGuide = (html: string): string =>
  (guide ? guide.createHTML(html) : html) as string;
