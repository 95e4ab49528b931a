# One image for the web process, the worker and the beat; docker-compose.yml says which is which.
FROM python:3.12.8-slim-bookworm
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 MANILLA_DATA=/data
WORKDIR /app
COPY pyproject.toml constraints.txt README.md ./
# The client of PostgreSQL, for backups, of the version of docker-compose.yml: what a newer one writes an
# older server does not read.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-common ca-certificates \
 && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
 && apt-get install --yes --no-install-recommends postgresql-client-16 \
 && rm -rf /var/lib/apt/lists/*
RUN pip install --no-cache-dir --constraint constraints.txt . \
 && useradd --create-home --uid 10001 manilla && mkdir /data && chown manilla /data
COPY . .
USER manilla
EXPOSE 8000
CMD ["python", "manage.py", "serve"]
