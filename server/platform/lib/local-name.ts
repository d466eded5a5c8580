const LOCAL_NAME = /^(127(\.\d+){3}|\[::1\]|([a-z0-9-]+\.)*localhost)(:\d+)?$/i;

/** Whether a host, with or without a port, is a loopback name, which no other site can use. */
export function isLocalName(host: string): boolean {
  return LOCAL_NAME.test(host);
}
