import { Paper } from '@mantine/core';
import { Guide } from '../features/help/guide.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import type { Role } from '../lib/role.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/guide and /guide: how to work with the product, the same for both roles. */
export function GuidePage({ of }: { of: Role }) {
  usePanelTitle(of, 'Guide');
  return (
    <>
      <PageTitle title="Guide" />
      <Paper p="lg">
        <Guide />
      </Paper>
    </>
  );
}
