"""Games whose messages travel by a relay (docs/relay.md)."""
