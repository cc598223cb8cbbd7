import { factorPath } from '@adwarden/contract/factors/factor-path';
import { invitationPath } from '@adwarden/contract/invitations/invitation-path';
import { singleSignOnPath } from '@adwarden/contract/single-sign-on/single-sign-on-path';
import type { ComponentType } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { ErrorFallback } from './error-fallback.tsx';
import { lazyPage } from './lazy-page.ts';
import { FirstLoad, NavigationProgress } from './navigation-progress.tsx';
import { ProtectedRoute } from './protected-route.tsx';

const { admin, user } = paths;
const signedInLayout = lazyPage(
  async () => (await import('./signed-in-layout.tsx')).SignedInLayout,
);

const page = (path: string, load: Parameters<typeof lazyPage>[0]): RouteObject => ({
  path,
  lazy: lazyPage(load),
});

/** A page that both roles have: its component is told whose it is. */
const pageOf = (
  role: Role,
  path: string,
  load: () => Promise<ComponentType<{ of: Role }>>,
): RouteObject =>
  page(path, async () => {
    const Page = await load();
    return () => <Page of={role} />;
  });

/** If a page fails, the shell stays, and the error is shown in the page's place. */
const inShell = (pages: RouteObject[]): RouteObject => ({
  lazy: signedInLayout,
  children: [{ ErrorBoundary: ErrorFallback, children: pages }],
});

const setUpPage = async () => (await import('../pages/set-up.tsx')).SetUpPage;

const signInPage = async () => (await import('../pages/sign-in.tsx')).SignInPage;
const logoutPage = async () => (await import('../pages/logout.tsx')).LogoutPage;
const openSessions = async () => (await import('../pages/open-sessions.tsx')).OpenSessionsPage;

/** The pages behind the sign-in that both roles have. */
function pagesOf(role: Role): RouteObject[] {
  const own = paths[role];
  return [
    // One route for all tabs, so that the page stays when another tab is shown.
    page(
      `${own.application}/:appID/:tab?`,
      async () => (await import('../pages/application.tsx')).ApplicationPage,
    ),
    pageOf(
      role,
      own.changePassword,
      async () => (await import('../pages/change-password.tsx')).ChangePasswordPage,
    ),
    pageOf(
      role,
      `${own.safety}/:tab?`,
      async () => (await import('../pages/safety.tsx')).SafetyPage,
    ),
    pageOf(role, own.traffic, async () => (await import('../pages/traffic.tsx')).TrafficPage),
    pageOf(role, own.apiKeys, async () => (await import('../pages/api-keys.tsx')).ApiKeysPage),
    pageOf(role, own.security, async () => (await import('../pages/security.tsx')).SecurityPage),
    pageOf(role, own.guide, async () => (await import('../pages/guide.tsx')).GuidePage),
  ];
}

const adminPages = inShell([
  page(admin.dashboard, async () => (await import('../pages/admin-dashboard.tsx')).AdminDashboard),
  page(
    admin.applicationList,
    async () => (await import('../pages/admin-application-list.tsx')).AdminApplicationList,
  ),
  page(admin.userList, async () => (await import('../pages/admin-user-list.tsx')).AdminUserList),
  page(
    admin.appConfiguration,
    async () => (await import('../pages/admin-app-configuration.tsx')).AdminAppConfiguration,
  ),
  // One route for the list and for each account.
  page(
    `${admin.appAds}/:account?`,
    async () => (await import('../pages/admin-app-ads.tsx')).AdminAppAds,
  ),
  page(admin.auditLog, async () => (await import('../pages/admin-audit-log.tsx')).AdminAuditLog),
  page(
    admin.notifications,
    async () => (await import('../pages/admin-notifications.tsx')).AdminNotifications,
  ),
  page(
    admin.administrators,
    async () => (await import('../pages/admin-administrators.tsx')).AdminAdministrators,
  ),
  // One route for own sessions and for those of each person.
  pageOf('admin', `${admin.openSessions}/:account?`, openSessions),
  page(admin.edges, async () => (await import('../pages/admin-edges.tsx')).AdminEdges),
  page(
    admin.systemCheck,
    async () => (await import('../pages/admin-system-check.tsx')).AdminSystemCheck,
  ),
  ...pagesOf('admin'),
]);

const userPages = inShell([
  page(user.dashboard, async () => (await import('../pages/user-dashboard.tsx')).UserDashboard),
  page(
    user.applicationList,
    async () => (await import('../pages/user-application-list.tsx')).UserApplicationList,
  ),
  pageOf('user', user.openSessions, openSessions),
  ...pagesOf('user'),
]);

function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}

/** Marks routes that show nothing without a session. */
const needed = { needsSession: true };

export const needsSession = ({ handle }: RouteObject): boolean => handle === needed;

/** The spec's route table (section 2); `/` and every unknown path lead to /dashboard. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorFallback,
    HydrateFallback: FirstLoad,
    children: [
      // One route for /admin and /admin/login, so that typed text stays when one leads to the other.
      pageOf('admin', '/admin/login?', signInPage),
      page(admin.setUp, setUpPage),
      page(user.setUp, setUpPage),
      pageOf('admin', admin.logout, logoutPage),
      pageOf('user', user.signIn, signInPage),
      page(invitationPath, async () => (await import('../pages/invitation.tsx')).InvitationPage),
      page(factorPath, async () => (await import('../pages/factor.tsx')).FactorPage),
      page(
        singleSignOnPath,
        async () => (await import('../pages/sign-on-return.tsx')).SignOnReturnPage,
      ),
      pageOf('user', user.logout, logoutPage),
      { element: <ProtectedRoute who="admin" />, handle: needed, children: [adminPages] },
      { element: <ProtectedRoute who="user" />, handle: needed, children: [userPages] },
      { path: '*', element: <Navigate to={user.dashboard} replace />, handle: needed },
    ],
  },
];
