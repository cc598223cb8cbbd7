import { useReducedMotion } from '@mantine/hooks';
import { type RefObject, useEffect, useRef } from 'react';
import { useCountUp } from 'react-countup';

/** Seconds (spec, section 2: counts animate upward over 4 seconds). */
const duration = 4;

const written = (value: number) => Math.round(value).toLocaleString('en');

type Props = { value: number };

function Counting({ value }: Props) {
  const node = useRef<HTMLSpanElement>(null);
  const { update } = useCountUp({
    // The library's type says that the element is there already.
    ref: node as RefObject<HTMLElement>,
    end: value,
    duration,
    formattingFn: written,
  });
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current !== value) update(value);
    shown.current = value;
  }, [value, update]);
  return <span ref={node} className="tabular" />;
}

/** A number that counts up for 4 s, first from 0, later from its old value; with reduced motion it does not move. */
export function CountUp({ value }: Props) {
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return still ? <span className="tabular">{written(value)}</span> : <Counting value={value} />;
}
