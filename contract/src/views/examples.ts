import { succeed } from '../envelope.ts';

const newView = {
  list: 'apps',
  name: 'Live without owner',
  query: { appStatus: 'live', finding: 'live-without-owner' },
  sort: 'appName',
  columns: ['appID', 'appName', 'accountName', 'edit'],
  shared: true,
};

const view = {
  id: 'v4x5k3v7m2y6q7ab',
  ...newView,
  isDefault: false,
  mine: true,
  by: 'Administrator',
  createdAt: '2026-11-20T09:15:00.000Z',
  changedAt: '2026-11-20T09:15:00.000Z',
};

/** An example of each schema of saved views. */
export const viewExamples = {
  NewView: newView,
  ViewChanges: { isDefault: true },
  ViewAnswer: succeed('View saved', view),
  ViewList: succeed('Views', [view]),
  DeletedView: succeed('View deleted', { id: view.id }),
};
