import { Button, VisuallyHidden } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { tokenUsesQuery } from '../apps.api.ts';
import classes from './connect.module.css';
import { announced, answeredInWords, askedInWords, hasAds, meaningOf } from './connection-words.ts';
import { type TimedAnswer, useConnection } from './use-connection.ts';

/** Says that it waits for the first phone, and then how the last one was answered, while it happens. */
export function ConnectionLine({ appID }: { appID: string }) {
  const { answer, phase, message, again } = useConnection(appID);
  const isLooking = phase === 'starting' || phase === 'looking';
  return (
    <section aria-label="Requests of phones" className={classes.line}>
      {answer ? (
        <Answered answer={answer} />
      ) : (
        isLooking && <Waiting appID={appID} isReady={phase === 'looking'} />
      )}
      {!isLooking && (
        <div className={classes.over}>
          <span role={phase === 'failed' ? 'alert' : 'status'}>
            {phase === 'failed' ? message : overText(answer !== null)}
          </span>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} />}
            onClick={again}
          >
            Look again
          </Button>
        </div>
      )}
      <VisuallyHidden aria-live="polite">{answer && announced(answer)}</VisuallyHidden>
    </section>
  );
}

const overText = (wasAnswered: boolean) =>
  wasAnswered ? 'Ten minutes have passed.' : 'No phone has asked for ten minutes.';

/** Says "Waiting" only when no request can be missed any more. */
function Waiting({ appID, isReady }: { appID: string; isReady: boolean }) {
  const { data } = useQuery(tokenUsesQuery(appID));
  const asked = data ? askedInWords(data.tokens) : '';
  return (
    <div className={classes.state}>
      <span
        className={classes.dot}
        data-waiting
        data-tone={asked ? 'good' : undefined}
        aria-hidden
      />
      <div>
        <p className={classes.words}>
          {asked || (isReady ? 'Waiting for the first request…' : 'Getting ready…')}
        </p>
        <p className={classes.meaning}>
          {asked
            ? 'The app is connected. The next request shows here.'
            : 'Start the app on a phone. Its request shows here.'}
        </p>
      </div>
    </div>
  );
}

function Answered({ answer }: { answer: TimedAnswer }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  const secondsAgo = Math.max(0, performance.now() - answer.at) / 1000;
  return (
    <div className={classes.state}>
      <span className={classes.dot} data-tone={hasAds(answer) ? 'good' : 'bad'} aria-hidden />
      <div>
        <p className={classes.words}>{answeredInWords(answer, secondsAgo)}</p>
        <p className={classes.meaning}>{meaningOf(answer)}</p>
      </div>
    </div>
  );
}
