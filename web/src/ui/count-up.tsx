import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { countAfter, countMs } from './count-after.ts';

const written = (value: number) => Math.round(value).toLocaleString('en');

type Props = { value: number };

function Counting({ value }: Props) {
  const node = useRef<HTMLSpanElement>(null);
  const shown = useRef(0);
  useEffect(() => {
    const from = shown.current;
    let began: number | undefined;
    let frame = requestAnimationFrame(count);
    // Writes into the page itself, so that React renders nothing for a frame.
    function count(now: number) {
      began ??= now;
      shown.current = countAfter(now - began, from, value);
      if (node.current) node.current.textContent = written(shown.current);
      if (now - began < countMs) frame = requestAnimationFrame(count);
    }
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <span ref={node} className="tabular">
      0
    </span>
  );
}

/** A number that counts up for 4 s, first from 0, later from its old value; with reduced motion it does not move. */
export function CountUp({ value }: Props) {
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return still ? <span className="tabular">{written(value)}</span> : <Counting value={value} />;
}
