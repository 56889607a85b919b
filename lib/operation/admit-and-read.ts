/** A body that takes longer may outlast its caller's access. */
const AT_ONCE_MS = 1_000;

/**
 * Admits the caller before the body is read, and again after a slow one: whoever holds a request open may have lost the
 * session, the token or the role meanwhile.
 */
export async function admitAndRead<Admitted, Body>(
  admit: () => Promise<Admitted>,
  read: () => Promise<Body>,
): Promise<[Admitted, Body]> {
  const admitted = await admit();
  const began = performance.now();
  const body = await read();
  return [performance.now() - began > AT_ONCE_MS ? await admit() : admitted, body];
}
