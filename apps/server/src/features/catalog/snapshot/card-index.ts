/**
 * Index from cards to brands. A map of a hundred thousand ids takes some twenty megabytes and slows garbage
 * collection; this hash table takes 16 to 32 bytes a card. Entries are never removed, as cards neither vanish
 * nor change their brand; hashes collide, so callers check that the brand has the card.
 */
export interface CardIndex {
  /** Adds a card of the brand with this number. */
  add(cardId: string, brand: number): void;
  /** Numbers of brands that may have the card; mostly exactly one. */
  candidates(cardId: string): Generator<number>;
}

/** FNV-1a. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}

const free = 0;

export function makeCardIndex(): CardIndex {
  // Open addressing: at 2i the hash, at 2i + 1 the brand's number plus one.
  let slots = new Uint32Array(2 * 1024);
  let used = 0;

  const put = (sum: number, value: number) => {
    const count = slots.length / 2;
    let at = sum % count;
    while (slots[2 * at + 1] !== free) {
      if (slots[2 * at] === sum && slots[2 * at + 1] === value) return;
      at = (at + 1) % count;
    }
    slots[2 * at] = sum;
    slots[2 * at + 1] = value;
    used += 1;
  };
  const grow = () => {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    used = 0;
    for (let at = 0; at < before.length; at += 2)
      if (before[at + 1] !== free) put(before[at] ?? 0, before[at + 1] ?? 0);
  };
  return {
    add(cardId, brand) {
      if (used * 4 > slots.length) grow();
      put(hash(cardId), brand + 1);
    },
    *candidates(cardId) {
      const sum = hash(cardId);
      const count = slots.length / 2;
      for (let at = sum % count; slots[2 * at + 1] !== free; at = (at + 1) % count)
        if (slots[2 * at] === sum) yield (slots[2 * at + 1] ?? 1) - 1;
    },
  };
}
