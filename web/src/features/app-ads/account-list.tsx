import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { accountPath } from '../../lib/paths.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { accountColumns } from './accounts.columns.tsx';
import { accountsQuery } from './app-ads.api.ts';

/** The only order is that of the server: by name. */
const shape: TableShape = {
  storageKey: 'accounts',
  sorts: [],
  defaultSort: 'account',
  filters: [],
};

const empty = {
  title: 'No accounts yet',
  text: 'An account is the applications with one Account Name. Give it to an application, in its form.',
};

/** The accounts of all applications, and what their sites lack. */
export function AccountList() {
  const control = useTableState(shape);
  const { sort: _, ...question } = control.query;
  const result = useQuery(accountsQuery(question));
  const navigate = useNavigate();
  return (
    <DataTable
      label="Accounts"
      columns={accountColumns}
      rowId={({ account }) => account}
      control={control}
      result={result}
      searchPlaceholder="Search for Account..."
      empty={empty}
      onOpen={({ account }) => void navigate(accountPath(account))}
      clickOpens
    />
  );
}
