import { useQuery } from '@tanstack/react-query';
import { AppList } from '../features/apps/app-list.tsx';
import { categoryNamesQuery } from '../features/categories/categories.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** An owner's own applications (spec, section 2 "User application list"). */
export function UserApplicationList() {
  usePanelTitle('user', 'Application List');
  const session = useSession();
  const { data: categories = [] } = useQuery(categoryNamesQuery);
  if (session?.user.role !== 'user') return null;
  return (
    <>
      <PageTitle title="Application List" />
      <AppList scope={{ role: 'user', userID: session.user.userID }} categories={categories} />
    </>
  );
}
