import {
  type Icon,
  IconChartBar,
  IconCopyPlus,
  IconDownload,
  IconHistory,
  IconPlayerPause,
  IconPlugConnected,
  IconPlus,
  IconRefresh,
  IconShieldOff,
  IconTestPipe,
  IconUnlink,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react';

/**
 * The names that menus, buttons and the palette share for an action; `words` are others by which people look for it. Each
 * place implements the action itself.
 */
export const actions = {
  addApp: { label: 'Add New App', Icon: IconPlus, words: 'create application' },
  addUser: { label: 'Create New User', Icon: IconUserPlus, words: 'add owner' },
  pauseAll: {
    label: 'Pause all ads…',
    Icon: IconPlayerPause,
    words: 'stop kill switch off emergency',
  },
  removeFactors: {
    label: 'Remove second factor…',
    Icon: IconShieldOff,
    words: 'lost telephone authenticator',
  },
  unlink: { label: 'Unlink single sign-on…', Icon: IconUnlink, words: 'oidc provider' },
  pauseOwner: { label: 'Pause ads…', Icon: IconPlayerPause, words: 'stop' },
  pauseApp: { label: 'Pause this app…', Icon: IconPlayerPause, words: 'stop' },
  importApps: {
    label: 'Import applications…',
    Icon: IconUpload,
    words: 'upload csv spreadsheet file',
  },
  exportApps: {
    label: 'Export applications…',
    Icon: IconDownload,
    words: 'download csv spreadsheet file',
  },
  duplicate: { label: 'Duplicate…', Icon: IconCopyPlus, words: 'copy' },
  connect: { label: 'Connect', Icon: IconPlugConnected, words: 'code developer' },
  newToken: { label: 'New token…', Icon: IconRefresh, words: 'rotate' },
  test: { label: 'Test as a phone in…', Icon: IconTestPipe, words: 'country' },
  traffic: { label: 'Traffic', Icon: IconChartBar, words: 'requests' },
  history: { label: 'History', Icon: IconHistory, words: 'changes' },
} as const satisfies Record<string, { label: string; Icon: Icon; words: string }>;
