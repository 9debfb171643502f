export async function seedOnce(_shop: unknown): Promise<string[]> {
  return [];
}
