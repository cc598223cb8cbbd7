import { describe, expect, test } from 'vitest';
import { itemsOf, type MenuItem, type MenuRow, menuFor } from './menu.ts';
import { activeLink, activeTrail, arrived, clicked, restingMenu } from './menu-state.ts';

const icon: MenuItem['icon'] = () => null;
const menu: MenuRow[] = [
  { header: 'Menu' },
  { id: 'dashboard', label: 'Dashboard', icon, to: '/dashboard' },
  {
    id: 'reports',
    label: 'Reports',
    icon,
    subItems: [
      { id: 'revenue', label: 'Revenue', to: '/reports' },
      {
        id: 'regions',
        label: 'Regions',
        subItems: [
          { id: 'europe', label: 'Europe', to: '/reports/europe' },
          { id: 'asia', label: 'Asia', to: '/reports/asia?all=1' },
        ],
      },
    ],
  },
];
const at = (pathname: string, search = '') => ({ pathname, search });

describe('the menus of the spec', () => {
  test.each([
    [
      'admin',
      ['Dashboard', 'Application', 'Users', 'App Configuration'],
      [
        'Traffic',
        'Safety',
        'Sessions',
        'Sign-in and security',
        'app-ads.txt',
        'Audit Log',
        'Notifications',
        'Administrators',
        'Edges',
        'System Check',
        'API keys',
      ],
    ],
    [
      'user',
      ['Dashboard', 'Application'],
      ['Traffic', 'Safety', 'Sessions', 'Sign-in and security', 'API keys'],
    ],
  ] as const)('%s: a header Menu and %o, then a header Operation and %o', (role, labels, below) => {
    expect(menuFor(role)[0]).toEqual({ header: 'Menu' });
    expect(menuFor(role)[labels.length + 1]).toEqual({ header: 'Operation' });
    expect(itemsOf(menuFor(role)).map((item) => item.label)).toEqual([...labels, ...below]);
  });

  test.each([
    ['admin', '/admin/dashboard', 'dashboard'],
    ['admin', '/admin/application-list', 'application'],
    ['admin', '/admin/application/q7m2x5k3v4y6z7ab/traffic', 'application'],
    ['user', '/application/q7m2x5k3v4y6z7ab', 'application'],
    ['admin', '/admin/user-list', 'users'],
    ['admin', '/admin/app-configuration', 'app-configuration'],
    ['user', '/dashboard', 'dashboard'],
    ['user', '/application-list', 'application'],
    ['admin', '/admin/traffic', 'traffic'],
    ['user', '/traffic', 'traffic'],
    ['admin', '/admin/safety', 'safety'],
    ['admin', '/admin/safety/pauses', 'safety'],
    ['admin', '/admin/app-ads', 'app-ads'],
    ['admin', '/admin/app-ads/Harbour', 'app-ads'],
    ['admin', '/admin/audit-log', 'audit-log'],
    ['admin', '/admin/edges', 'edges'],
    ['admin', '/admin/system-check', 'system-check'],
    ['user', '/safety/pauses', 'safety'],
  ] as const)('for %s at %s, the entry %s is active', (role, path, id) => {
    expect(activeTrail(menuFor(role), at(path, '?search=x&page=2'))).toEqual([id]);
  });

  test.each(['/admin/change-password', '/admin/dashboards', '/', ''])(
    'at %j no entry is active',
    (path) => {
      expect(activeTrail(menuFor('admin'), at(path))).toEqual([]);
    },
  );
});

test.each([
  ['/dashboard', '', ['dashboard']],
  ['/dashboard/', '', ['dashboard']],
  ['/dashboard/7', '', ['dashboard']],
  ['/reports', '', ['reports', 'revenue']],
  ['/reports/europe', '', ['reports', 'regions', 'europe']],
  ['/reports/asia', '?all=1&page=2', ['reports', 'regions', 'asia']],
  ['/reports/asia', '', ['reports', 'revenue']],
  ['/report', '', []],
])('at %s%s, %o are active', (path, search, trail) => {
  expect(activeTrail(menu, at(path, search))).toEqual(trail);
});

test.each([
  ['', 'all'],
  ['?page=2', 'all'],
  ['?appStatus=live', 'live'],
  ['?appStatus=suspend&search=a', 'suspend'],
  ['?appStatus=nonsense', 'all'],
])('with the query %j, the quick link %s is active', (search, id) => {
  const links =
    itemsOf(menuFor('admin')).find((item) => item.id === 'application')?.quickLinks ?? [];
  expect(activeLink(links, at('/admin/application-list', search))).toBe(id);
});

describe('clicks', () => {
  test.each([
    ['dashboard', [], ['dashboard'], 'Dashboard'],
    ['dashboard', ['dashboard'], [], 'Dashboard'],
    ['dashboard', ['reports', 'regions'], ['dashboard'], 'Dashboard'],
    ['reports', ['dashboard'], ['reports'], 'Reports'],
    ['regions', ['reports'], ['reports', 'regions'], 'Regions'],
    ['regions', ['reports', 'regions'], ['reports'], 'Regions'],
    ['reports', ['reports', 'regions'], [], 'Reports'],
    ['europe', ['reports', 'regions'], ['reports', 'regions', 'europe'], 'Europe'],
  ])('%s, with %o expanded: then %o', (id, before, expanded, selected) => {
    expect(clicked(menu, { selected: null, expanded: before }, id)).toEqual({ selected, expanded });
  });

  test('what is not in the menu changes nothing', () => {
    expect(clicked(menu, restingMenu, 'nowhere')).toBe(restingMenu);
  });
});

test.each([
  ['/reports/europe', [], ['reports', 'regions']],
  ['/reports', ['dashboard'], ['reports']],
  ['/dashboard', ['dashboard'], ['dashboard']],
  ['/elsewhere', ['reports'], ['reports']],
])('arriving at %s with %o expanded leaves %o', (path, before, expanded) => {
  expect(arrived(menu, { selected: null, expanded: before }, at(path)).expanded).toEqual(expanded);
});
