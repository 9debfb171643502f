/** Who was met already, look after look: a set of them would have to be made for every look. */
export interface Meetings {
  /** Begins another look, in which nobody has been met. */
  begin(): void;
  /** Whether this number is met for the first time in this look. */
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
