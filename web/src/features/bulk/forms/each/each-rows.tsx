import type { EachField } from '@adwarden/contract/batches/batch-change';
import type { PreviewedApp } from '@adwarden/contract/batches/batches';
import { counted } from '@adwarden/contract/counted';
import { isColumnOfValues } from '@adwarden/contract/pasted/values-in-text';
import { severityWords } from '@adwarden/contract/state-words';
import { Alert, Button, Group } from '@mantine/core';
import { type ClipboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { messageOf } from '../../../../lib/api-error.ts';
import { inParts } from '../../../../lib/browser/in-parts.ts';
import { isLongText } from '../../../../lib/browser/long-text.ts';
import { severityTones } from '../../../../lib/words/finding-words.ts';
import { appsInWords } from '../../../../lib/words/words.ts';
import { ErrorPanel } from '../../../../ui/feedback/error-panel.tsx';
import { Loading } from '../../../../ui/feedback/loading.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { FramedList } from '../../../../ui/framed-list.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { Pager } from '../../pager.tsx';
import { isUnit, labelOf, lengthOf, optionsOf } from '../field-inputs.ts';
import classes from './each-rows.module.css';
import {
  type EachApp,
  type EachProblem,
  type EachValues,
  filledValues,
  noEachValues,
  problemsOf,
  readPaste,
  valuesOfPaste,
  withPasted,
} from './each-values.ts';

type Props = {
  field: EachField;
  each: EachValues;
  categories: readonly string[];
  /** The selected applications; undefined while they are loaded. */
  apps: readonly EachApp[] | undefined;
  /** The reason why they could not be loaded. */
  failure: unknown;
  onRetry: () => void;
  /** The preview of these values, by app ID. */
  previewed: ReadonlyMap<string, PreviewedApp> | undefined;
  /** The reason why the form cannot be sent. */
  error: string | undefined;
  onChange: (change: (each: EachValues) => EachValues) => void;
};

/** Rows of a page, each with an input. */
const pageSize = 25;

/** The selected applications with a value of a field for each. A column that is pasted into a row fills the other rows, too. */
export function EachRows(props: Props) {
  const { field, each, categories, apps, failure, previewed, error, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(0);
  /** The row that takes the focus when it is shown. */
  const [focused, setFocused] = useState<number | null>(0);
  const problems = useMemo(
    () => problemsOf(each, { field, apps: apps ?? [], categories }),
    [each, field, apps, categories],
  );
  useEffect(() => {
    if (!apps || focused === null) return;
    inputIn(list.current, focused)?.focus();
    setFocused(null);
  }, [apps, focused]);

  /** Ends the reading of a long text. */
  const stopReading = useRef(() => {});
  const [isReading, setReading] = useState(false);
  function fill(text: string, from: number): void {
    if (!apps) return;
    const of = { field, apps, from, categories };
    const take = (found: ReturnType<typeof valuesOfPaste>) => {
      setReading(false);
      onChange((now) => withPasted(now, found));
    };
    stopReading.current();
    if (!isLongText(text)) return take(valuesOfPaste(text, of));
    setReading(true);
    stopReading.current = inParts(readPaste(text, of), take);
  }
  useEffect(() => () => stopReading.current(), []);

  const fillWaiting = useEffectEvent(() => {
    if (each.pasted !== null) fill(each.pasted, 0);
  });
  useEffect(() => {
    if (apps && each.pasted !== null) fillWaiting();
  }, [apps, each.pasted]);

  function onPaste(event: ClipboardEvent<HTMLElement>): void {
    const text = event.clipboardData.getData('text/plain');
    const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
    if (index === undefined || !isColumnOfValues(text, field)) return;
    event.preventDefault();
    event.stopPropagation();
    fill(text, Number(index));
  }

  if (failure) return <ErrorPanel message={messageOf(failure)} onRetry={props.onRetry} />;
  if (!apps) return <Loading />;

  const filled = filledValues(each).length;
  const mistakes = apps.filter(({ appID }) => problems.get(appID)?.isError);
  const shown = apps.slice(page * pageSize, (page + 1) * pageSize);
  return (
    <div ref={list} className={classes.each} onPasteCapture={onPaste}>
      <Left each={each} onLeaveOut={() => onChange((now) => ({ ...now, left: [] }))} />
      <Group gap="sm" justify="space-between">
        <p className={classes.status} role="status">
          {isReading ? (
            'Reading the text…'
          ) : (
            <>
              {filled} of {appsInWords(apps.length)} {filled === 1 ? 'gets' : 'get'} a value
              {filled > 0 && filled < apps.length && '. The others stay as they are'}.
            </>
          )}
        </p>
        {filled > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(() => noEachValues)}>
            Clear all
          </Button>
        )}
      </Group>
      {mistakes.length > 0 && (
        <p className={classes.error} role="alert">
          {counted(mistakes.length, 'value')} cannot be saved.{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              const index = mistakes[0] ? apps.indexOf(mistakes[0]) : 0;
              setPage(Math.floor(index / pageSize));
              setFocused(index);
            }}
          >
            Show the first
          </Button>
        </p>
      )}
      {error && mistakes.length === 0 && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <FramedList aria-label={`${labelOf(field)} of each application`}>
        {shown.map((app, index) => (
          <EachRow
            key={app.appID}
            app={app}
            index={page * pageSize + index}
            field={field}
            value={each.values[app.appID] ?? ''}
            problem={problems.get(app.appID)}
            previewed={previewed?.get(app.appID)}
            categories={categories}
            onChange={onChange}
          />
        ))}
      </FramedList>
      <Pager total={apps.length} page={page} pageSize={pageSize} onPage={setPage} />
    </div>
  );
}

const inputIn = (list: HTMLElement | null, index: number) =>
  list?.querySelector<HTMLElement>(`[data-index="${index}"] :is(input, select)`);

type RowProps = Pick<Props, 'field' | 'categories' | 'onChange'> & {
  app: EachApp;
  index: number;
  value: string;
  problem: EachProblem | undefined;
  previewed: PreviewedApp | undefined;
};

/** An application with its input and the problem of its value. */
function EachRow(props: RowProps) {
  const { app, index, field, value, problem, previewed, categories, onChange } = props;
  const { appID, appName, packageName, now } = app;
  const options = optionsOf(field, categories);
  const shared = {
    'aria-label': `${labelOf(field)} of ${appName}`,
    value,
    error: problem?.isError && problem.message,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const typed = currentTarget.value;
      onChange((each) => ({ ...each, values: { ...each.values, [appID]: typed } }));
    },
  };
  const isCode = isUnit(field) || field === 'packageName';
  const errors = value.trim() === '' ? [] : (previewed?.errors ?? []);
  const findings = value.trim() === '' ? [] : (previewed?.findings ?? []);
  return (
    <li className={classes.row} data-index={index}>
      <div className={classes.app}>
        <bdi className={classes.name}>{appName}</bdi>
        <bdi className={`${classes.package} mono`}>{packageName}</bdi>
      </div>
      <div className={classes.value}>
        {options ? (
          <SelectField
            {...shared}
            placeholder={`Stays ${labelIn(options, now)}`}
            options={options}
          />
        ) : (
          <TextField
            {...shared}
            placeholder={now || 'Empty'}
            limit={lengthOf(field)}
            autoComplete="off"
            {...(isCode
              ? { spellCheck: false, autoCapitalize: 'none', classNames: { input: 'mono' } }
              : { dir: 'auto' })}
          />
        )}
        {problem && !problem.isError && findings.length === 0 && (
          <span className={classes.notice}>{problem.message}</span>
        )}
        {errors.map(({ field: of, message }) => (
          <span key={`${of} ${message}`} className={classes.error}>
            {message}
          </span>
        ))}
        {findings.map(({ rule, field: of, severity, detail }) => (
          <span key={`${rule} ${of}`} className={classes.finding}>
            <StatusBadge tone={severityTones[severity]}>{severityWords[severity]}</StatusBadge>
            <span>{detail}</span>
          </span>
        ))}
      </div>
    </li>
  );
}

const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** The most lines without an application that are named. */
const mostNamed = 5;

/** The lines of a paste that go to no application. The person decides whether they are left out. */
function Left({ each: { left }, onLeaveOut }: { each: EachValues; onLeaveOut: () => void }) {
  if (left.length === 0) return null;
  return (
    <Alert color="red" p="sm" title={`${counted(left.length, 'line')} of the paste left over`}>
      <ul className={classes.left}>
        {left.slice(0, mostNamed).map(({ line, text, why }) => (
          <li key={line}>
            Line {line}: <bdi className="mono">{text}</bdi>. {why}.
          </li>
        ))}
        {left.length > mostNamed && (
          <li>and {(left.length - mostNamed).toLocaleString('en')} more</li>
        )}
      </ul>
      <Button variant="default" size="compact-sm" onClick={onLeaveOut}>
        Leave {left.length === 1 ? 'it' : 'them'} out
      </Button>
    </Alert>
  );
}
