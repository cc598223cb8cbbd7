import type { BuiltFeature, Feature } from '../feature.ts';

/** A feature whose needs the list has checked when it was added. */
type ListedFeature = Feature<never>;

/** A list of features, in the order in which they are built. */
export type FeatureList<Base, Has> = {
  /** Adds a feature. The type check refuses one that needs what no feature before it gives. */
  and<Gives extends object>(feature: Feature<Has, Gives>): FeatureList<Base, Has & Gives>;
  all: readonly ListedFeature[];
  /** Builds all features; `has` contains the base and everything that they give. */
  build(base: Base): { has: Has; built: BuiltFeature[] };
};

function listOf<Base, Has>(features: readonly ListedFeature[]): FeatureList<Base, Has> {
  return {
    all: features,
    and: (feature) => listOf([...features, feature]),
    build(base) {
      let has = { ...base };
      const built = features.map((feature) => {
        const one = feature.build(has as never);
        has = { ...has, ...one.gives };
        return one;
      });
      // `and` has joined the types of what each feature gives in the same order.
      return { has: has as unknown as Has, built };
    },
  };
}

/** Begins a list of features that all get `Base`. */
export const featureList = <Base extends object>(): FeatureList<Base, Base> => listOf([]);
