/** The states in which the gallery shows every component; `?state=` of its address. */
export const states = ['ready', 'loading', 'empty', 'error'] as const;

export type State = (typeof states)[number];
export type PieceProps = { state: State };

/** The error of a field in the state `error`. */
export const errorIn = (state: State) => (state === 'error' ? 'Please Enter Ship Name' : undefined);
