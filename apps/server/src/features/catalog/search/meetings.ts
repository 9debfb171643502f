/** A visited set that is reused between searches, so that no search allocates one. */
export interface Meetings {
  /** Begins another search with an empty set. */
  begin(): void;
  /** True if this search has not visited the number before; marks it visited. */
  first(number: number): boolean;
}

/** For numbers below `count`. */
export function meetings(count: number): Meetings {
  const metIn = new Uint32Array(count);
  let look = 0;
  return {
    begin() {
      look += 1;
      if (look > 0xffffffff) {
        metIn.fill(0);
        look = 1;
      }
    },
    first(number) {
      if (metIn[number] === look) return false;
      metIn[number] = look;
      return true;
    },
  };
}
