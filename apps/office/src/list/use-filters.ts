import { useAddressState } from '@giftlane/client/address-state.ts';

type Filters<Name extends string> = Partial<Record<Name, string>>;

const filled = <Name extends string>(filters: Filters<Name>) =>
  Object.entries<string | undefined>(filters).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  );

/** Filters of a list, kept in the address by the names of the call; empty ones are left out. */
export const useFilters = <Name extends string>(names: readonly Name[]) =>
  useAddressState<Filters<Name>>(
    (params) =>
      Object.fromEntries(
        filled(Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']))),
      ) as Filters<Name>,
    (filters) => new URLSearchParams(filled(filters)),
  );
