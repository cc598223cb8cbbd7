import type { FindingRule, Found } from '@adwarden/contract/findings/rules';
import type { Here } from '../../../installation.ts';

/** The rules about one server of an installation. */
export const hereRules: ReadonlySet<string> = new Set<FindingRule>([
  'files-gone',
  'phones-behind',
  'database-damaged',
]);

/**
 * Returns the findings of a server about itself. The facts begin with the name of the server, by which it tells its findings from
 * those of other servers.
 */
export function findHere(server: string, { lost, arePhonesBehind, damage }: Here): Found[] {
  const found = (rule: FindingRule, words: string): Found => ({
    rule,
    field: '',
    detail: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
    facts: `${server} ${words}`,
  });
  return [
    ...(lost.length > 0 ? [found('files-gone', lost.join('; '))] : []),
    ...(arePhonesBehind
      ? [found('phones-behind', 'no process that answers phones follows the office')]
      : []),
    ...(damage ? [found('database-damaged', damage)] : []),
  ];
}
