import type { App } from '@adwarden/contract/apps';
import type { TestQuestion } from '@adwarden/contract/test-ads';
import { useEffect, useRef } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useLateFocus } from '../../../ui/dialog/use-late-focus.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Refusals } from './refusals.tsx';
import { useTestAds } from './test-ads.api.ts';
import classes from './test-ads.module.css';
import { TestAdsForm } from './test-ads-form.tsx';
import { TestAdsResult } from './test-ads-result.tsx';

/** The form, and below it the result of the last test. */
export function TestAdsPanel({ app }: { app: App }) {
  const test = useTestAds(app.appID);
  const panel = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLElement>(null);
  useLateFocus(panel);
  // Keyboards and screen readers continue at the result.
  useEffect(() => {
    if (test.data) result.current?.focus();
  }, [test.data]);

  /** Errors of fields are shown beside them, all others here. */
  const failure =
    test.error && !(test.error instanceof ApiError && test.error.fields.length > 0)
      ? messageOf(test.error)
      : null;

  return (
    <div ref={panel} className={classes.panel}>
      <p className={classes.hint}>
        What a phone would get of this app, and the rules that decide it. Nothing is changed by it.
      </p>
      <Refusals appID={app.appID} onTest={test.mutate} />
      <TestAdsForm onTest={(question: TestQuestion) => test.mutateAsync(question)} />
      <FormFailure failure={failure} />
      {test.data && <TestAdsResult ref={result} tested={test.data} />}
    </div>
  );
}
