import type { FindingRule, Found } from '@adwarden/contract/findings/rules';

/** What only this server knows of itself, in words; '' and none while all is well. */
export type Here = {
  /** What it lives on and is gone. */
  lost: string[];
  /** Whether no process of this machine that answers phones has what is saved. */
  arePhonesBehind: boolean;
};

/** The rules about one server of an installation. */
export const hereRules: ReadonlySet<string> = new Set<FindingRule>(['files-gone', 'phones-behind']);

/**
 * What a server has found of itself. The facts begin with the name of the server, by which it knows its findings among
 * those of others.
 */
export function findHere(server: string, { lost, arePhonesBehind }: Here): Found[] {
  const found = (rule: FindingRule, words: string): Found => ({
    ...{ rule, field: '', detail: `${words.charAt(0).toUpperCase()}${words.slice(1)}.` },
    facts: `${server} ${words}`,
  });
  return [
    ...(lost.length > 0 ? [found('files-gone', lost.join('; '))] : []),
    ...(arePhonesBehind
      ? [found('phones-behind', 'no process that answers phones follows the office')]
      : []),
  ];
}
