/**
 * The first parts of all paths that the server answers or that pages have. BASE_PATH must not begin with one of them: a
 * proxy may take BASE_PATH off or not, and `/admin/login` could then be read in two ways (ADR 88).
 */
export const ownFirstParts: readonly string[] = [
  'admin',
  'api',
  'app-ads',
  'app-ads.txt',
  'application',
  'application-list',
  'apps',
  'assets',
  'batches',
  'bell',
  'category',
  'change-password',
  'changeRequests',
  'changes',
  'clients',
  'config',
  'dashboard',
  'docs',
  'doctor',
  'edges',
  'favicon.svg',
  'findings',
  'guide',
  'healthz',
  'icons',
  'index.html',
  'login',
  'logout',
  'mail',
  'metrics',
  'openapi.json',
  'pauses',
  'readyz',
  'safety',
  'schemas',
  'stream',
  'traffic',
  'user',
  'views',
  'webhooks',
];

/** The first part of a path: 'admin' of '/admin/login'. */
export const firstPartOf = (path: string): string => path.split(/[/?#]/)[1] ?? '';
