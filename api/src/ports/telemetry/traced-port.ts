import type { Telemetry } from './telemetry.ts'

/** Returns the port with a span for each call of these methods. Arguments are not recorded. */
export function tracedPort<P extends object>(
  telemetry: Telemetry,
  service: string,
  port: P,
  methods: (keyof P & string)[],
): P {
  const traced: ReadonlySet<PropertyKey> = new Set(methods)
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || !traced.has(name)) return value
      const attributes = { 'peer.service': service }
      return (...args: unknown[]) =>
        telemetry.traceCall(`${service} ${String(name)}`, attributes, () => value.apply(target, args))
    },
  })
}
