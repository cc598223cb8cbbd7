import type { ListPaths } from './count-cards.ts';
import type { Stats } from './dashboard.api.ts';

export type FirstStep = { title: string; text: string; link: string; to: string; done: boolean };

/** The state of the installation, or of one owner's part of it. */
type Known = { stats: Stats; asked: boolean };

/**
 * The steps to the first ads: create an owner (administrators only), add an app, connect a phone. Empty when there are
 * an app and a request.
 */
export function firstSteps(
  { applications, users }: ListPaths,
  { stats, asked }: Known,
): FirstStep[] {
  if (stats.apps > 0 && asked) return [];
  const owner: FirstStep[] =
    users === undefined
      ? []
      : [
          {
            title: 'Add an owner',
            text: 'Owners sign in with a user id and look after the applications assigned to them.',
            link: 'Add an owner',
            to: `${users}?add=1`,
            done: (stats.users ?? 0) > 0,
          },
        ];
  return [
    ...owner,
    {
      title: 'Add an application',
      text: 'Its name, its package and its ad units. It gets an app ID and a token.',
      link: 'Add an application',
      to: `${applications}?add=1`,
      done: stats.apps > 0,
    },
    {
      title: 'Connect a phone',
      text: 'Open an application: its tab Connect has the code for the phone. The first request is here about ten seconds later.',
      link: 'Connect a phone',
      to: applications,
      done: asked,
    },
  ];
}
