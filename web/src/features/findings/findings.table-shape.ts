import type { Role } from '../../lib/role.ts';
import { ruleOptions, severityOptions } from '../../lib/words/finding-words.ts';
import type { TableQuery, TableShape } from '../../ui/data-table/table-state.ts';

const shapeOf = (role: Role): TableShape => ({
  storageKey: 'findings',
  sorts: [],
  defaultSort: 'severity',
  view: {
    name: 'muted',
    label: 'Findings',
    options: [
      { value: 'false', label: 'Open' },
      { value: 'true', label: 'Muted' },
    ],
  },
  filters: [
    { kind: 'select', name: 'severity', label: 'Severity', options: severityOptions },
    { kind: 'select', name: 'rule', label: 'Rule', options: ruleOptions[role] },
    { kind: 'text', name: 'appID', label: 'App ID', whole: true },
    { kind: 'text', name: 'account', label: 'Account' },
  ],
});

/** Open and muted findings, and their filters, by role. The only order is the server's: by requests. */
export const findingTableShapes = { admin: shapeOf('admin'), user: shapeOf('user') } as const;

/** The table's query without the sort order, which the list does not have. */
export function findingsQuestion({ sort: _, ...query }: TableQuery): TableQuery {
  return query;
}
