const LOCAL_NAME = /^(127(\.\d+){3}|\[::1\]|([a-z0-9-]+\.)*localhost)(:\d+)?$/i;

/** Whether a host, with or without a port, is a name by which a machine reaches itself: no other site can take it. */
export function isLocalName(host: string): boolean {
  return LOCAL_NAME.test(host);
}
