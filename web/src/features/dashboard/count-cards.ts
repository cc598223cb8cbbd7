import {
  IconApps,
  IconBroadcast,
  IconCode,
  IconHandStop,
  type IconProps,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { withStatus } from '../../lib/paths.ts';
import { appStatusTones } from '../../lib/words/words.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import type { Stats } from './dashboard.api.ts';

export type CountCardInfo = {
  label: string;
  link: string;
  to: string;
  tone: Tone;
  icon: ComponentType<IconProps>;
  countOf: (stats: Stats) => number;
};

/** The pages that the cards lead to: an administrator's lists, or an owner's without the users. */
export type ListPaths = { applications: string; users?: string | undefined };

/** Returns the cards in the spec's order (section 2): five for administrators, four for owners; each leads to what it counts. */
export function countCards({ applications, users }: ListPaths): CountCardInfo[] {
  return [
    {
      label: 'No. of Application',
      link: 'View Application',
      to: applications,
      tone: 'accent',
      icon: IconApps,
      countOf: (stats) => stats.apps,
    },
    ...(users === undefined
      ? []
      : [
          {
            label: 'No. of User',
            link: 'View User',
            to: users,
            tone: 'accent' as const,
            icon: IconUsers,
            countOf: (stats: Stats) => stats.users ?? 0,
          },
        ]),
    {
      label: 'No. of Live App',
      link: 'See Live App',
      to: withStatus(applications, 'live'),
      tone: appStatusTones.live,
      icon: IconBroadcast,
      countOf: (stats) => stats.live,
    },
    {
      label: 'No. of Suspended App',
      link: 'See Suspended App',
      to: withStatus(applications, 'suspend'),
      tone: appStatusTones.suspend,
      icon: IconHandStop,
      countOf: (stats) => stats.suspend,
    },
    {
      label: 'No. of In-Develop App',
      link: 'See In-Develop App',
      to: withStatus(applications, 'in-develop'),
      tone: appStatusTones['in-develop'],
      icon: IconCode,
      countOf: (stats) => stats.inDevelop,
    },
  ];
}
