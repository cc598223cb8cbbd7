import { succeed } from '../envelope.ts';

/** Builds an example of each schema of "Connect". */
export const connectionExamples = ({ appID }: { appID: string }) => ({
  ConnectionAnswer: succeed('Connection', {
    appID,
    secondsLeft: 571,
    answer: { secondsAgo: 3, country: 'IN', status: 200, reason: null },
  }),
});
