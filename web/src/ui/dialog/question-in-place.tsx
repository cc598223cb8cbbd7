import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './question-in-place.module.css';

type Props = {
  title: string;
  text: string;
  /** The word on the button that confirms. */
  button: string;
  /** The word on the button that changes nothing. */
  keep?: string;
  pending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** A question in the place of the button that asked it (`useAskInPlace`); it takes the focus. */
export function QuestionInPlace(props: Props) {
  const { title, text, button, keep = 'Keep it', pending, onCancel, onConfirm } = props;
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  return (
    <section className={classes.panel} aria-label={title}>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <div className={classes.buttons}>
        <Button ref={confirm} size="compact-sm" loading={pending} onClick={onConfirm}>
          {button}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={pending}
          onClick={onCancel}
        >
          {keep}
        </Button>
      </div>
    </section>
  );
}
