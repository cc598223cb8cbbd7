import { Progress } from '@mantine/core';

const megabyte = 1024 ** 2;
const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1);

type Props = { bytes: number /** The sent part, from 0 to 1. */; part: number };

/** Shows how much of a file was sent, and then that the server reads it. */
export function SentPart({ bytes, part }: Props) {
  return (
    <div>
      <Progress.Root size="sm" mb={4}>
        <Progress.Section value={part * 100} aria-label="Part of the file that was sent" />
      </Progress.Root>
      {part < 1
        ? `${inMegabytes(part * bytes)} of ${inMegabytes(bytes)} MB sent`
        : 'Sent. The server reads the file …'}
    </div>
  );
}
