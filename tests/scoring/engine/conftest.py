"""Examples are drawn without a stopwatch: their time says more of the machine's load than of the engine."""

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
