import type { TestQuestion } from '@adwarden/contract/test-ads';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tokenUsesQuery } from '../apps.api.ts';
import { refusalWords } from './refusal-words.ts';
import classes from './test-ads.module.css';

type Props = { appID: string; onTest: (question: TestQuestion) => void };

/** The requests that were refused lately, with their reason and a button that tests the last one; empty without any. */
export function Refusals({ appID, onTest }: Props) {
  const { data } = useQuery(tokenUsesQuery(appID));
  if (!data || data.refused.requests === 0) return null;
  const { refused } = data;
  const [last] = refused.ended;
  return (
    <Alert color={last ? 'red' : 'yellow'} p="sm" title="Phones were refused">
      <p className={classes.hint}>{refusalWords(refused)}</p>
      {last && (
        <Button
          variant="default"
          size="xs"
          className={classes.again}
          onClick={() => onTest({ country: null, vpn: null, asked: `…${last.token}` })}
        >
          Test this request
        </Button>
      )}
    </Alert>
  );
}
