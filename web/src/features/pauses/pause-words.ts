import type { Pause, PauseScope } from '@adwarden/contract/pauses/pauses';

const stopped: Record<PauseScope, string> = {
  all: 'All ads',
  account: 'The ads of the account',
  owner: 'The ads of all apps of',
  app: 'The ads of',
};

/** What a pause stops: `what` and then the `name`, '' for all apps: 'The ads of the account', 'Harbour Apps'. */
export function stoppedBy({ scope, label }: Pick<Pause, 'scope' | 'label'>) {
  return { what: stopped[scope], name: scope === 'all' ? '' : label };
}
