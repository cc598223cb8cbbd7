import { succeed } from '../envelope.ts';
import { examplePage } from '../example-page.ts';

/** Builds an example of each schema of pauses, about an app. */
export function pauseExamples(app: { appID: string; appName: string; updatedAt: string }) {
  const newPause = {
    scope: 'app',
    value: app.appID,
    reason: 'Invalid traffic, under investigation',
  };
  const pause = {
    ...newPause,
    id: 'p4x5k3v7y6z7q2ab',
    label: app.appName,
    createdAt: app.updatedAt,
    createdBy: { kind: 'admin', name: 'Administrator' },
    until: null,
    endedAt: null,
    endedBy: null,
    apps: 1,
  };
  return {
    NewPause: newPause,
    PauseReach: { scope: 'account', value: 'Harbour Apps' },
    PauseEnd: { appIDs: [app.appID] },
    PauseAnswer: succeed('Ads paused', pause),
    PauseEndingAnswer: succeed('What the end does', {
      apps: 11,
      withAds: 7,
      without: [{ reason: 'suspended', apps: 4 }],
    }),
    PauseList: examplePage('Pauses', pause),
  };
}
