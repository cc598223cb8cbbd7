import { factorPath } from '@adwarden/contract/factors/factor-path';
import { invitationPath } from '@adwarden/contract/invitations/invitation-path';
import { singleSignOnPath } from '@adwarden/contract/single-sign-on/single-sign-on-path';
import { Navigate, Outlet, type RouteObject } from 'react-router';
import { paths } from '../lib/paths.ts';
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

/** If a page fails, the shell stays, and the error is shown in the page's place. */
const inShell = (pages: RouteObject[]): RouteObject => ({
  lazy: signedInLayout,
  children: [{ ErrorBoundary: ErrorFallback, children: pages }],
});

const setUpPage = async () => (await import('../pages/set-up.tsx')).SetUpPage;

const adminPages = inShell([
  page(admin.dashboard, async () => (await import('../pages/admin-dashboard.tsx')).AdminDashboard),
  page(
    admin.applicationList,
    async () => (await import('../pages/admin-application-list.tsx')).AdminApplicationList,
  ),
  // One route for all tabs, here and below, so that the page stays when another tab is shown.
  page(
    `${admin.application}/:appID/:tab?`,
    async () => (await import('../pages/admin-application.tsx')).AdminApplication,
  ),
  page(admin.userList, async () => (await import('../pages/admin-user-list.tsx')).AdminUserList),
  page(
    admin.appConfiguration,
    async () => (await import('../pages/admin-app-configuration.tsx')).AdminAppConfiguration,
  ),
  page(
    admin.changePassword,
    async () => (await import('../pages/admin-change-password.tsx')).AdminChangePassword,
  ),
  page(
    `${admin.safety}/:tab?`,
    async () => (await import('../pages/admin-safety.tsx')).AdminSafety,
  ),
  // One route for the list and for each account.
  page(
    `${admin.appAds}/:account?`,
    async () => (await import('../pages/admin-app-ads.tsx')).AdminAppAds,
  ),
  page(admin.traffic, async () => (await import('../pages/admin-traffic.tsx')).AdminTraffic),
  page(admin.auditLog, async () => (await import('../pages/admin-audit-log.tsx')).AdminAuditLog),
  page(
    admin.notifications,
    async () => (await import('../pages/admin-notifications.tsx')).AdminNotifications,
  ),
  page(
    admin.administrators,
    async () => (await import('../pages/admin-administrators.tsx')).AdminAdministrators,
  ),
  page(admin.apiKeys, async () => (await import('../pages/admin-api-keys.tsx')).AdminApiKeys),
  // One route for own sessions and for those of each person.
  page(
    `${admin.openSessions}/:account?`,
    async () => (await import('../pages/admin-open-sessions.tsx')).AdminOpenSessions,
  ),
  page(admin.security, async () => (await import('../pages/admin-security.tsx')).AdminSecurity),
  page(admin.edges, async () => (await import('../pages/admin-edges.tsx')).AdminEdges),
  page(
    admin.systemCheck,
    async () => (await import('../pages/admin-system-check.tsx')).AdminSystemCheck,
  ),
  page(admin.guide, async () => (await import('../pages/admin-guide.tsx')).AdminGuide),
]);

const userPages = inShell([
  page(user.dashboard, async () => (await import('../pages/user-dashboard.tsx')).UserDashboard),
  page(
    user.applicationList,
    async () => (await import('../pages/user-application-list.tsx')).UserApplicationList,
  ),
  page(
    `${user.application}/:appID/:tab?`,
    async () => (await import('../pages/user-application.tsx')).UserApplication,
  ),
  page(
    user.changePassword,
    async () => (await import('../pages/user-change-password.tsx')).UserChangePassword,
  ),
  page(user.apiKeys, async () => (await import('../pages/user-api-keys.tsx')).UserApiKeys),
  page(
    user.openSessions,
    async () => (await import('../pages/user-open-sessions.tsx')).UserOpenSessions,
  ),
  page(user.security, async () => (await import('../pages/user-security.tsx')).UserSecurity),
  page(user.traffic, async () => (await import('../pages/user-traffic.tsx')).UserTraffic),
  page(`${user.safety}/:tab?`, async () => (await import('../pages/user-safety.tsx')).UserSafety),
  page(user.guide, async () => (await import('../pages/user-guide.tsx')).UserGuide),
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
      page('/admin/login?', async () => (await import('../pages/admin-sign-in.tsx')).AdminSignIn),
      page(admin.setUp, setUpPage),
      page(user.setUp, setUpPage),
      page(admin.logout, async () => (await import('../pages/admin-logout.tsx')).AdminLogout),
      page(user.signIn, async () => (await import('../pages/user-sign-in.tsx')).UserSignIn),
      page(invitationPath, async () => (await import('../pages/invitation.tsx')).InvitationPage),
      page(factorPath, async () => (await import('../pages/factor.tsx')).FactorPage),
      page(
        singleSignOnPath,
        async () => (await import('../pages/sign-on-return.tsx')).SignOnReturnPage,
      ),
      page(user.logout, async () => (await import('../pages/user-logout.tsx')).UserLogout),
      { element: <ProtectedRoute who="admin" />, handle: needed, children: [adminPages] },
      { element: <ProtectedRoute who="user" />, handle: needed, children: [userPages] },
      { path: '*', element: <Navigate to={user.dashboard} replace />, handle: needed },
    ],
  },
];
